// Exports the verifications of all accounts, pseudonymised.
import { createHourlyRows, type HourlyRowsDependencies } from '../../../eventing/hourlyRows.js'
import { createVerificationRows, type Pseudonymising, type VerificationRow } from '../internal/verificationRow.js'
import { rowCount, rowsIn, type Verified } from '../internal/verifiedRows.js'

interface ExportVerificationsDependencies extends HourlyRowsDependencies, Pick<Pseudonymising, 'isBigProvider'> {}

/** The verifications of whole UTC hours, except those of sandbox keys. */
export const createExportVerifications = (dependencies: ExportVerificationsDependencies) =>
  createHourlyRows<Verified, VerificationRow>(dependencies, (pseudonymOf) => {
    const { commonOf, rowOf } = createVerificationRows({ pseudonymOf, isBigProvider: dependencies.isBigProvider })
    return {
      types: ['AddressVerified', 'AddressesVerified', 'BatchChunkVerified'],
      rowCount,
      isExported: ({ type, data }) => !(type === 'BatchChunkVerified' && data.sandbox),
      rowsIn: (event) => {
        const common = commonOf(event)
        const rowAt = rowsIn(event)
        return (row, rowPosition) => rowOf(rowPosition, common, row, rowAt(row))
      },
    }
  })
