import { type Reason, type ReasonCode, V1_REASONS, V2_REASONS } from './reasonCodes.js'
import { REASON_TEXTS } from './reasonTexts.js'

/** All reasons of both API versions, by code. */
export const REASONS = Object.fromEntries(
  [...new Set<ReasonCode>([...V1_REASONS, ...V2_REASONS])].map((code) => [
    code,
    { code, slug: code.replaceAll('_', '-'), ...REASON_TEXTS[code] },
  ]),
) as unknown as Readonly<Record<ReasonCode, Reason>>

const BY_SLUG = new Map(Object.values(REASONS).map((reason) => [reason.slug, reason]))

/** The reason with this documentation slug, if any. */
export const reasonBySlug = (slug: string): Reason | undefined => BY_SLUG.get(slug)
