/**
 * Addresses that an account has chosen to keep beside its decisions: masked, then sealed twice, with a data key of the account
 * and with one of the month in which their time ends. Each is destroyed at its end, and with it they are gone from every copy
 * of the log.
 */
import type { Clock } from '../../kernel/clock.js'
import { monthBefore, monthOf } from '../../kernel/months.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { DAY_MS } from '../../kernel/time.js'
import { type AddressKeeping, type Caller, ownerOfAddresses } from '../accounts/index.js'
import type { SealedAddresses } from './events.js'

/** Months whose keys are destroyed, in case no process did so when they ended. */
const SWEPT_MONTHS = 24
/** Local parts with fewer characters show none of them. */
const MIN_SHOWN = 4
const MASK = '***'

export interface KeptAddresses {
  /**
   * Masks and seals the local parts of the rows of an event; undefined for a text that is no address, which may be anything, a
   * password too, so that nothing is kept of it.
   * @returns undefined, without any work, unless the account keeps addresses
   */
  readonly seal: (
    caller: Pick<Caller, 'addressKeeping'>,
    locals: readonly (string | undefined)[],
  ) => undefined | Promise<SealedAddresses>
  /**
   * The masked local part of each row; '' where there is none.
   * @returns undefined if they are not kept, or no longer
   */
  readonly open: (
    caller: Pick<Caller, 'addressKeeping'>,
    event: { readonly recordedAt: string; readonly sealed: SealedAddresses | undefined },
  ) => Promise<readonly string[] | undefined>
  /** Job: destroys the data keys of months that are over. */
  readonly sweepAddresses: () => Promise<void>
}

export function createKeptAddresses({ vault, clock }: { readonly vault: Vault; readonly clock: Clock }): KeptAddresses {
  let swept = ''

  return {
    seal: ({ addressKeeping }, locals) => addressKeeping && sealed(addressKeeping, locals.map(maskOf).join('\n')),

    async open({ addressKeeping }, { recordedAt, sealed }) {
      if (sealed === undefined || addressKeeping?.keeping !== sealed.keeping) return undefined
      // Both: they may be kept for a shorter or a longer time now.
      if (monthOf(clock.now()) > sealed.until) return undefined
      if (Date.parse(recordedAt) + addressKeeping.days * DAY_MS <= clock.now()) return undefined
      const inner = await vault.open(ownerOfAddresses(addressKeeping), sealed.text)
      return (inner && (await vault.open(ownerOfMonth(sealed.until), inner)))?.split('\n')
    },

    async sweepAddresses() {
      const month = monthOf(clock.now())
      if (month === swept) return
      const past = [monthBefore(month)]
      while (past.length < SWEPT_MONTHS) past.push(monthBefore(past.at(-1)!))
      await Promise.all(past.map((each) => vault.destroy(ownerOfMonth(each))))
      swept = month
    },
  }

  async function sealed(addressKeeping: AddressKeeping, text: string): Promise<SealedAddresses> {
    const { keeping, days } = addressKeeping
    const until = monthOf(clock.now() + days * DAY_MS)
    const inner = await vault.seal(ownerOfMonth(until), text)
    return { keeping, until, text: await vault.seal(ownerOfAddresses(addressKeeping), inner) }
  }
}

/** The owner, in the vault, of what all accounts keep until a UTC month. */
const ownerOfMonth = (month: string): string => `addresses-until-${month}`

/** `j***e` of `jane`. */
function maskOf(local: string | undefined): string {
  if (local === undefined) return ''
  const characters = [...local]
  return characters.length < MIN_SHOWN ? MASK : `${characters[0]}${MASK}${characters.at(-1)}`
}
