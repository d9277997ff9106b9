/** The source of new lists cannot be read. The message is a sentence for the operator; the lists in use stay. */
export class ListsUnreachable extends Error {
  override readonly name = 'ListsUnreachable'
}
