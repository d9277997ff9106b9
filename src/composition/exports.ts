// The operator's exports, and their tables.
import type { Config } from '../config.js'
import { contributionColumns, createExportContributions } from '../features/pool/index.js'
import { createExportVerifications, verificationColumns } from '../features/verdicts/index.js'
import { withResources } from '../kernel/resources.js'
import { createContainer } from './container.js'
import { namingPolicyOf, openEngine } from './engine.js'

/** The exports for the operator's commands; works while a service is running. */
export const openExports = (config: Config) =>
  withResources(async (closing) => {
    const container = await createContainer(config, { exclusive: false })
    closing.add(() => container.close())
    const engine = openEngine(config)
    closing.add(() => engine.close())
    const dependencies = { ...container, ...namingPolicyOf(config, engine), erased: container.eventing.erased }
    return {
      verifications: { columns: verificationColumns, rows: createExportVerifications(dependencies) },
      contributions: { columns: contributionColumns, rows: createExportContributions(dependencies) },
    }
  })
