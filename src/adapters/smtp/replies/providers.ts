// Mail operators: who they are by the names of their exchanges, and what is known of how they answer RCPT.

/** How a provider answers for a recipient that does not exist. */
export type RecipientPolicy =
  /** Like for any other, and refuses or drops the message later: to ask would settle nothing. */
  | 'accepts_every_recipient'
  /** It refuses it, for every domain of this exchange: an accepted recipient exists. */
  | 'refuses_unknown'

export interface Provider {
  /** Lower-case name, which is also the key of its limits. */
  readonly operator: string
  /** The ends of the names of its exchanges, after a dot or whole. */
  readonly exchanges: readonly string[]
  readonly policy?: RecipientPolicy
  /** What the policy is known from, and when it was looked at. */
  readonly source?: string
  readonly seen?: string
}

/** The first that matches applies. Names of exchanges are those in the MX records of the providers' own domains. */
export const PROVIDERS: readonly Provider[] = [
  {
    operator: 'google',
    exchanges: ['gmail-smtp-in.l.google.com'],
    policy: 'refuses_unknown',
    source: 'https://support.google.com/a/answer/3726730 (550 5.1.1 for an account that does not exist)',
    seen: '2026-11',
  },
  { operator: 'google', exchanges: ['google.com', 'googlemail.com'] },
  {
    operator: 'microsoft',
    exchanges: ['olc.protection.outlook.com'],
    policy: 'refuses_unknown',
    source: 'https://www.spamresource.com/2023/09/microsoft-multiple-types-of-invalid.html (550 5.5.0 S2017062302)',
    seen: '2026-11',
  },
  { operator: 'microsoft', exchanges: ['protection.outlook.com', 'mx.microsoft', 'hotmail.com'] },
  {
    operator: 'yahoo',
    exchanges: ['yahoodns.net'],
    policy: 'accepts_every_recipient',
    source: 'https://github.com/AfterShip/email-verifier/issues/57 (accepted at RCPT, returned later)',
    seen: '2026-11',
  },
  {
    operator: 'apple',
    exchanges: ['mail.icloud.com'],
    policy: 'refuses_unknown',
    source: 'https://smtp.codes/icloud (550 5.1.1 user does not exist)',
    seen: '2026-11',
  },
  {
    operator: 'united_internet',
    exchanges: ['gmx.net', 'web.de', 'mail.com', 'kundenserver.de', 'ionos.com', '1and1.com'],
  },
  { operator: 'mail.ru', exchanges: ['mail.ru'] },
  { operator: 'yandex', exchanges: ['yandex.ru', 'yandex.net'] },
  { operator: 'tencent', exchanges: ['qq.com'] },
  { operator: 'netease', exchanges: ['netease.com', '163.com', '126.com'] },
  { operator: 'proofpoint', exchanges: ['pphosted.com', 'ppe-hosted.com'] },
  { operator: 'mimecast', exchanges: ['mimecast.com', 'mimecast.co.za', 'mimecast-offshore.com'] },
  { operator: 'cisco', exchanges: ['iphmx.com'] },
  { operator: 'broadcom', exchanges: ['messagelabs.com'] },
  { operator: 'barracuda', exchanges: ['barracudanetworks.com', 'ess.barracudanetworks.com'] },
  { operator: 'godaddy', exchanges: ['secureserver.net'] },
  { operator: 'zoho', exchanges: ['zoho.com', 'zoho.eu', 'zoho.in', 'zohomail.com'] },
  { operator: 'orange', exchanges: ['orange.fr', 'wanadoo.fr'] },
  { operator: 'amazon', exchanges: ['amazonaws.com', 'awsapps.com'] },
]

const BY_ENDING = new Map(
  PROVIDERS.flatMap((provider) => provider.exchanges.map((ending) => [ending, provider] as const)),
)

/** The provider that an exchange belongs to; undefined if it is not known. @param exchange lower-case A-labels */
export function providerOf(exchange: string): Provider | undefined {
  for (let rest = exchange; ; rest = rest.slice(rest.indexOf('.') + 1)) {
    const provider = BY_ENDING.get(rest)
    if (provider || !rest.includes('.')) return provider
  }
}
