import { Command } from 'commander'
import { addAccountChanges } from './accounts/change.js'
import { addAccountViews } from './accounts/view.js'

export function accountsCommand(exit: (code: number) => void): Command {
  const command = new Command('accounts').description('View, create and change accounts (safe while the service runs)')
  addAccountViews(command, exit)
  addAccountChanges(command, exit)
  return command
}
