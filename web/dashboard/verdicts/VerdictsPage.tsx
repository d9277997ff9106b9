import { useSession } from '../api/hooks.js'
import { Empty } from '../parts/parts.js'
import { Breakdowns } from './Breakdowns.js'
import { Decisions } from './Decisions.js'
import { Overview } from './Overview.js'

/** How many addresses were accepted and refused, why, and the decisions one by one. */
export function VerdictsPage() {
  const { sandbox } = useSession()
  if (sandbox)
    return (
      <Empty>
        This is a sandbox key: its verdicts are simulated and not counted. Enter a live key to see your verdicts.
      </Empty>
    )
  return (
    <>
      <Overview />
      <Breakdowns />
      <Decisions />
    </>
  )
}
