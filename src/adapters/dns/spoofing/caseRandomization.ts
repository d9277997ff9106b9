/**
 * 0x20 case randomization (draft-vixie-dnsext-dns0x20) for one server: queries mix upper and lower case, and an answer
 * must repeat the case, which makes it harder to forge. Servers that change the case disable it. What disables it
 * cannot come from an off-path attacker: one answer over TCP, or several consecutive ones over UDP with the right port
 * and id.
 */
export interface CaseRandomization {
  /** Whether queries to the server mix case and its answers must repeat it. */
  isEnabled(): boolean
  /** Records an answer over UDP that repeated the case. */
  recordPreserved(): void
  /** Records an answer that was right except for the case. @returns whether randomization is now disabled */
  recordChanged(transport: 'udp' | 'tcp'): boolean
}

/** Consecutive answers over UDP that disable it. */
const CONFIRMATIONS = 4
/** Milliseconds until it is enabled again: the server may have been replaced. */
const DISABLED_MS = 3_600_000

/** @param onFirstDisabled called once, the first time that randomization is disabled */
export function createCaseRandomization(
  onFirstDisabled: () => void,
  now: () => number = () => performance.now(),
): CaseRandomization {
  let consecutive = 0
  let disabledUntil = 0
  let wasEverDisabled = false

  function disable(): void {
    disabledUntil = now() + DISABLED_MS
    consecutive = 0
    if (!wasEverDisabled) onFirstDisabled()
    wasEverDisabled = true
  }

  const isEnabled = () => disabledUntil === 0 || now() >= disabledUntil

  return {
    isEnabled,
    recordPreserved() {
      consecutive = 0
    },
    recordChanged(transport) {
      if (isEnabled() && (transport === 'tcp' || ++consecutive >= CONFIRMATIONS)) disable()
      return !isEnabled()
    },
  }
}
