import { setTimeout as pause } from 'node:timers/promises'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import { BatchResultsDocument, StatusDocument, SubmitDocument, UsageDocument, VerifyDocument } from './graphql.js'
import type { Batch } from './graphqlTypes.js'

const { SERVICE_URL = '', API_KEY = '' } = process.env

interface Answer<Data> {
  readonly data?: Data | null
  readonly errors?: readonly {
    readonly extensions: {
      readonly code: string
      readonly details?: { readonly problems?: readonly { readonly path: string }[] }
    }
  }[]
}

async function ask<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Answer<Data>> {
  const response = await fetch(`${SERVICE_URL}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': API_KEY },
    body: JSON.stringify({ query: print(document), variables }),
  })
  return (await response.json()) as Answer<Data>
}

// Only required fields: the others are optional.
const verified = await ask(VerifyDocument, { input: { email: 'ada@explicit.mailproof.net' } })
const malformed = await ask(VerifyDocument, { input: { email: 'not an address' } })
const submitted = await ask(SubmitDocument, { input: { emails: ['ada@explicit.mailproof.net', 'not an address'] } })
const id = submitted.data?.submitBatch?.batchId ?? ''
while ((await ask(StatusDocument, { id })).data?.batch?.status !== 'COMPLETED') await pause(50)
const batch = await ask(BatchResultsDocument, { id, first: 10 })
if (!batch.data?.batch) throw new Error('the batch is gone')
const { results } = batch.data.batch
const completedAt: Batch['completedAt'] = batch.data.batch.completedAt
const refused = await ask(SubmitDocument, { input: { emails: [] } })
const usage = await ask(UsageDocument, {})
const [error] = refused.errors ?? []

process.stdout.write(
  JSON.stringify({
    status: verified.data?.verifyEmail?.status,
    malformed: malformed.data?.verifyEmail?.checks.syntax,
    batch: { status: batch.data.batch.status, total: results?.totalCount },
    results: results?.edges.map(({ node }) => node.valid),
    completed: !Number.isNaN(Date.parse(completedAt ?? '')),
    refused: { code: error?.extensions.code, paths: error?.extensions.details?.problems?.map(({ path }) => path) },
    plan: usage.data?.usage?.plan,
  }),
)
