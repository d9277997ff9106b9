import { createClient, MailproofError, verifyWebhook } from 'mailproof/client'

/**
 * Everything that docs/client.md promises outside Node.js.
 * @param given baseUrl, apiKey, and a signed webhook request with its secret
 */
export async function exerciseClient({ baseUrl, apiKey, webhook: { headers, body, secret } }) {
  const client = createClient({ baseUrl, apiKey })
  const { status } = await client.verifyEmail({ email: 'ada@explicit.mailproof.net' })

  async function* list() {
    yield 'email\nada@explicit.mailproof.net\n'
    yield 'not an address\n'
  }
  const { job_id } = await client.uploadBulk({ file: list, fileName: 'list.csv' })
  const progress = []
  const batch = await client.batches.wait(job_id, { onProgress: ({ total }) => progress.push(total) })
  const verdicts = []
  for await (const { v } of client.batches.results(job_id)) verdicts.push(v)
  const downloaded = await new Response(await client.downloadBatch({ batchId: job_id })).text()

  const refused = await client.verifyEmail({ emial: 'x' }).catch((error) => error)
  const event = await verifyWebhook({ headers: new Headers(headers), body }, secret)
  const forged = await verifyWebhook({ headers, body: `${body} ` }, secret).catch((error) => error)
  return {
    status,
    batch: { status: batch.status, valid: batch.valid, invalid: batch.invalid, hadProgress: progress.length > 0 },
    verdicts,
    rows: downloaded.trimEnd().split('\n').length,
    refused: refused instanceof MailproofError && refused.code,
    event: event.type,
    forged: forged instanceof MailproofError && forged.code,
  }
}
