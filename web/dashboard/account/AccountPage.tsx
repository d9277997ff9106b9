import { useSession } from '../api/hooks.js'
import { Empty } from '../parts/parts.js'
import { Contact } from './Contact.js'
import { Standing } from './Standing.js'
import { Usage } from './Usage.js'
import { UsageByDay } from './UsageByDay.js'

/** Usage of the account, and its standing in the pool. */
export function AccountPage() {
  const { sandbox } = useSession()
  if (sandbox)
    return (
      <Empty>
        This is a sandbox key: its calls are free, and it sees neither usage nor rank. Enter a live key to see them.
      </Empty>
    )
  return (
    <>
      <Contact />
      <div class="two">
        <Usage />
        <Standing />
      </div>
      <UsageByDay />
    </>
  )
}
