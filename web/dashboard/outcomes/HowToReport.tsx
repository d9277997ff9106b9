import { Copyable } from '../parts/Copyable.js'
import { Empty } from '../parts/parts.js'

/** What is shown while no outcome was reported: what one is good for, and how to report the first. */
export function HowToReport() {
  const command = `curl -X POST ${location.origin}/v1/outcomes \\
  -H "X-API-Key: $MAILPROOF_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"outcomes": [{"email": "jane@example.com", "outcome": "confirmed"}]}'`
  return (
    <Empty>
      <p>
        <strong>Nothing was reported in these months.</strong> Tell what became of addresses, and this page says how
        often each decision and each reason was right, and backtests say how many customers a rule would cost.
      </p>
      <ol>
        <li>When somebody follows the link in your confirmation, report the address as confirmed:</li>
      </ol>
      <Copyable text={command} block />
      <ol start={2}>
        <li>
          Let the service that sends your mail report bounces and complaints: Amazon SES, SendGrid, Postmark and Mailgun{' '}
          <a href="/docs/outcomes#from-the-service-that-sends-your-mail">call a URL with them</a>. An address that
          bounced for good is denied from then on.
        </li>
        <li>
          Report what happened before, too, as JSON or CSV: verifications of the last 90 days are found by their
          address. All of it is in <a href="/docs/outcomes">the guide to outcomes</a>.
        </li>
      </ol>
    </Empty>
  )
}
