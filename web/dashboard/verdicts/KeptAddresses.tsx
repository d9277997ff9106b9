import { useMutation, useQuery } from '../api/hooks.js'
import { AddressKeepingDocument, KeepAddressesDocument } from '../api/operations.generated.js'
import { Confirm } from '../parts/Confirm.js'
import { Failed, Select } from '../parts/parts.js'

const DAYS = [7, 30, 90, 365]

/** For how long masked addresses are kept beside decisions. */
export function KeptAddresses() {
  const { data, reload } = useQuery(AddressKeepingDocument, {})
  const { busy, error, run } = useMutation(KeepAddressesDocument)
  const days = data?.me?.keepAddressesDays
  if (days === undefined) return null

  async function keep(keepAddressesDays: number) {
    await run({ input: { keepAddressesDays } })
    reload()
  }

  const offered = [...new Set([...DAYS, ...(days > 0 ? [days] : [])])].sort((a, b) => a - b)
  return (
    <div class="kept">
      <Select
        label="Masked addresses"
        value={String(days)}
        options={[
          ...(days === 0 ? [['0', 'are not kept'] as const] : []),
          ...offered.map((each) => [String(each), `are kept for ${each} days`] as const),
        ]}
        onSelect={(each) => keep(Number(each))}
      />
      {days > 0 && (
        <Confirm
          label="Forget them"
          question="No more addresses are kept, and those that were kept are unreadable for good."
          busy={busy}
          onConfirm={() => keep(0)}
        />
      )}
      <p class="soft">
        {days === 0
          ? 'Decisions have no address; search finds them by one. From the day you keep them, they show it as j***e@example.com.'
          : 'New decisions show their address as j***e@example.com for this time.'}
      </p>
      <Failed message={error} />
    </div>
  )
}
