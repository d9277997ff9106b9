/** As long as most servers need that greylist, and a person waits. */
const MAILBOX_MINUTES = 30

/** For how long mail servers are asked about a job; undefined if they are not. */
export const mailboxMinutesOf = ({
  mailbox,
  mailbox_minutes: minutes,
}: {
  readonly mailbox?: boolean | null | undefined
  readonly mailbox_minutes?: number | null | undefined
}): number | undefined => (mailbox === true ? (minutes ?? MAILBOX_MINUTES) : undefined)
