// `mailproof export` without a dataset: the contributions as release 1.0.0 wrote them.
import { loadConfig } from '../../config.js'
import type { ContributionRow } from '../../features/pool/index.js'
import type { Position } from '../../kernel/position.js'
import { writeTexts } from '../writeTexts.js'

export interface LegacyOptions {
  /** Position of a row, exclusive. */
  readonly from?: Position
  /** Milliseconds since the epoch; days that had not ended by then are left out. */
  readonly to?: number
}

export async function runLegacyExport({ from: after, to: until }: LegacyOptions): Promise<void> {
  const { openExports } = await import('../../composition/exports.js')
  const opened = await openExports(loadConfig())
  try {
    const to = until === undefined ? undefined : until + 1
    await writeTexts(textOf(opened.contributions.rows({ after, to })), process.stdout)
  } finally {
    await opened.close()
  }
}

async function* textOf(chunks: AsyncIterable<readonly ContributionRow[]>): AsyncGenerator<string, void> {
  for await (const rows of chunks) {
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(legacyRow(row))}\n`).join('')
  }
}

const legacyRow = (row: ContributionRow) => ({
  position: row.rowPosition,
  type: 'ValidationContributed',
  at: row.occurredOn,
  pool: row.pool,
  contributor_id: row.accountHash,
  address_hash: row.addressHash,
  domain: row.emailDomain,
  domain_hash: row.domainHash,
  route: row.route,
  provider: row.provider,
  valid: row.isValid,
  disposable: row.isDisposable,
  role: row.isRole,
  checked_at: row.checkedOn,
  ttl: row.ttlSeconds,
  weight: row.accountWeight,
  young: !row.isEstablished,
  unique: row.isUnique,
  first: row.isFirstOfAccount,
  new_domain: row.isNewDomain,
  credits: row.credits,
  source: row.batchHash === null ? 'single' : 'batch',
  batch_hash: row.batchHash,
})
