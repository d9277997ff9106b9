import { createClient, MailproofError, type VerificationResult, verifyWebhook } from 'mailproof/client'

const { SERVICE_URL: baseUrl = '', API_KEY: apiKey } = process.env
const client = createClient({ baseUrl, apiKey })

const verified: VerificationResult = await client.verifyEmail({ email: 'ada@explicit.mailproof.net' })
const hasMx: boolean = verified.checks.mx

async function* list(): AsyncGenerator<string> {
  yield 'email\nada@explicit.mailproof.net\n'
  yield 'not an address\n'
}
const { job_id } = await client.uploadBulk({ file: list })
const { status, valid, invalid } = await client.batches.wait(job_id)
const verdicts: number[] = []
for await (const { v } of client.batches.results(job_id)) verdicts.push(v)
const downloaded = await new Response(await client.downloadBatch({ batchId: job_id })).text()

// @ts-expect-error a member that does not exist
const refused: unknown = await client.verifyEmail({ emial: 'x' }).catch((error: unknown) => error)
if (!(refused instanceof MailproofError)) throw new Error('the request is refused')
const paths: readonly string[] | undefined = refused.details.problems?.map(({ path }) => path)

const forged = await verifyWebhook({ headers: {}, body: '{}' }, 'whsec_YQ==').catch(
  (error: MailproofError) => error.code,
)

process.stdout.write(
  JSON.stringify({
    hasMx,
    batch: { status, valid, invalid },
    verdicts,
    rows: downloaded.trimEnd().split('\n').length,
    refused: { code: refused.code, paths },
    forged,
  }),
)
