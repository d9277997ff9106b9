// The operator's exports, and their tables.
import type { Config } from '../config.js'
import { createExportMailboxes, mailboxColumns } from '../features/batches/index.js'
import { createExportOutcomes, outcomeColumns } from '../features/outcomes/index.js'
import { contributionColumns, createExportContributions } from '../features/pool/index.js'
import { createExportVerifications, verificationColumns } from '../features/verdicts/index.js'
import { withResources } from '../kernel/resources.js'
import { openPoolDependencies } from './poolDependencies.js'

/** The exports for the operator's commands; works while a service is running. */
export const openExports = (config: Config) =>
  withResources(async (closing) => {
    const dependencies = await openPoolDependencies(config, closing)
    return {
      verifications: { columns: verificationColumns, rows: createExportVerifications(dependencies) },
      mailboxes: { columns: mailboxColumns, rows: createExportMailboxes(dependencies) },
      outcomes: { columns: outcomeColumns, rows: createExportOutcomes(dependencies) },
      contributions: { columns: contributionColumns, rows: createExportContributions(dependencies) },
    }
  })
