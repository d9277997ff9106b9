import { useEffect, useState } from 'preact/hooks'
import { useServiceState, useSession } from '../api/hooks.js'
import { HistoryDocument, type HistoryQuery } from '../api/operations.generated.js'
import type { Service } from '../api/service.js'
import { number } from '../format.js'
import { Chart } from '../parts/Chart.js'
import { Card, Empty, Failed } from '../parts/parts.js'

const DAYS = 30
/** Pages of 100 rows; a larger pool is summed from the first ones, and the page says so. */
const MAX_PAGES = 20

interface Day {
  readonly contributions: number
  readonly firsts: number
}

interface HistoryData {
  readonly days: ReadonlyMap<string, Day>
  readonly isComplete: boolean
}

/** Contributions per day, summed over all contributors. */
async function load(service: Service, to: string, signal: AbortSignal): Promise<HistoryData> {
  const days = new Map(lastDays(to).map((day) => [day, { contributions: 0, firsts: 0 }]))
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES; page++) {
    const { poolHistory }: HistoryQuery = await service.request(HistoryDocument, { to, after }, { signal })
    for (const { node } of poolHistory!.edges) {
      const day = days.get(node.day)
      if (!day) continue
      day.contributions += node.contributions
      day.firsts += node.uniqueContributions
    }
    after = poolHistory!.pageInfo.endCursor ?? null
    if (!poolHistory!.pageInfo.hasNextPage) return { days, isComplete: true }
  }
  return { days, isComplete: false }
}

function lastDays(to: string): string[] {
  const last = Date.parse(to)
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(last - (DAYS - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}

/** Thirty days of contributions, up to today or to the day of a past moment. */
export function History({ asOf }: { asOf: string | undefined }) {
  const { service, key, sandbox } = useSession()
  const { epoch } = useServiceState()
  const [data, setData] = useState<HistoryData>()
  const [error, setError] = useState<string>()
  const to = (asOf ?? new Date().toISOString()).slice(0, 10)

  useEffect(() => {
    if (key === undefined || sandbox) return
    const controller = new AbortController()
    setError(undefined)
    load(service, to, controller.signal).then(setData, (reason: Error) => {
      if (!controller.signal.aborted) setError(reason.message)
    })
    return () => controller.abort()
  }, [service, key, sandbox, to, epoch])

  return (
    <Card title="The last 30 days">
      <Failed message={error} />
      {key === undefined || sandbox ? (
        <Empty>Contributions per day need a live API key. Enter one above to see them for your pool.</Empty>
      ) : (
        data && <Days data={data} />
      )}
    </Card>
  )
}

function Days({ data: { days, isComplete } }: { data: HistoryData }) {
  const all = [...days.values()]
  const sum = all.reduce((total, { contributions }) => total + contributions, 0)
  const series = [
    { name: 'Contributions', colour: '--accent', values: all.map(({ contributions }) => contributions) },
    { name: 'Firsts', colour: '--warn', values: all.map(({ firsts }) => firsts) },
  ]
  return (
    <>
      <p class="soft">
        {number(sum)} contributions{isComplete ? '' : ', not counting all contributors'}.
      </p>
      <Chart days={[...days.keys()]} series={series} label={`Contributions per day, ${number(sum)} in 30 days`} />
    </>
  )
}
