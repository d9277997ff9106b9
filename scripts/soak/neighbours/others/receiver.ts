import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A healthy webhook receiver: responds with 204 immediately and reports which delivery arrived. */
export async function startHealthyReceiver(arrived: (delivery: string) => void): Promise<string> {
  const server = createServer((request, response) => {
    arrived(String(request.headers['webhook-id']))
    request.resume()
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}
