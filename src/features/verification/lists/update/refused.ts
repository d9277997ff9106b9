/** New lists are not fit for use. The message is a sentence for the operator; the lists in use stay. */
export class ListsRefused extends Error {
  override readonly name = 'ListsRefused'
}
