/** What the page asks for: the `data-` attributes of the script element in camel case, or what it gives to `mailproof.start`. */
export interface Options {
  /** Of the service, without `/v1`. */
  readonly url: string
  /** A publishable key. */
  readonly key: string
  /** `deny`: a form with an address that is denied is not sent. */
  readonly block?: string | undefined
  /** `blur`: asks when the visitor leaves the field only, not in pauses. */
  readonly when?: string | undefined
  /** The question about a typo, with `{suggestion}` where the address goes. */
  readonly typo?: string | undefined
  /** The sentence for an address that is denied. */
  readonly deny?: string | undefined
  /** The same by reason, in camel case: `noRecords`, `disposable`. */
  readonly [name: string]: string | undefined
}

/** CheckResult of the contract. */
export interface Answer {
  readonly decision: 'allow' | 'review' | 'deny'
  /** Codes, the deciding one first. */
  readonly reasons: readonly string[]
  readonly did_you_mean?: string
  /** For the visitor, in English. */
  readonly message?: string
}
