import { createVerifier, type Verdict } from 'mailproof'

const { DNS_SERVER = '' } = process.env
const verifier = createVerifier({ dnsServers: [DNS_SERVER] })

const verdict: Verdict = await verifier.verify('ada@explicit.mailproof.net')
const decisions: ('allow' | 'review' | 'deny')[] = []
for await (const { decision } of verifier.verifyMany(['ada@null-mx.mailproof.net', 'ada@mailinator.com']))
  decisions.push(decision)

process.stdout.write(
  JSON.stringify({ status: verdict.status, reasons: verdict.reasons.map(({ code }) => code), decisions }),
)
