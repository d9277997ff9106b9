import { exerciseClient } from './exerciseClient.mjs'

/* For edge runtimes: takes its argument as the body of a request. */
export default {
  async fetch(request) {
    if (request.method === 'HEAD') return new Response()
    try {
      return Response.json(await exerciseClient(await request.json()))
    } catch (error) {
      return new Response(error.stack, { status: 500 })
    }
  },
}
