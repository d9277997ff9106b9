import { useQuery } from '../api/hooks.js'
import { DeliveryBodyDocument } from '../api/operations.generated.js'
import { number } from '../format.js'
import { Failed, Loading } from '../parts/parts.js'

/** The service shows no more characters of a body. */
const MAX_SHOWN = 65_536

interface RequestBodyProps {
  readonly webhook: string
  readonly url: string
  readonly delivery: string
}

/** What is sent with every attempt of a delivery. */
export function RequestBody({ webhook, url, delivery }: RequestBodyProps) {
  const { data, error } = useQuery(DeliveryBodyDocument, { webhook, delivery })
  if (error !== undefined) return <Failed message={error} />
  if (!data) return <Loading />
  const { deliveryBody: body } = data
  if (body === null) return <p class="soft">The body is no longer kept.</p>
  return (
    <>
      <pre tabIndex={0} class="tall">
        <code>{`POST ${url}\ncontent-type: application/json\nwebhook-id: ${delivery}\n\n${indented(body)}`}</code>
      </pre>
      {body.length >= MAX_SHOWN && <p class="soft">Only the first {number(MAX_SHOWN)} characters are shown.</p>}
    </>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
