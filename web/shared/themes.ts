// The colours: those of the system, or what the reader chose on any page.
import { remember } from './storage.js'

export type Theme = 'auto' | 'light' | 'dark'

const THEMES: readonly Theme[] = ['auto', 'light', 'dark']
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

export const presentTheme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? 'auto'

/** What is drawn now. */
export const isDark = (): boolean => (presentTheme() === 'auto' ? system.matches : presentTheme() === 'dark')

export const nextTheme = (): Theme => THEMES[(THEMES.indexOf(presentTheme()) + 1) % THEMES.length]!

export function setTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  remember('theme', theme === 'auto' ? undefined : theme)
  for (const listener of listeners) listener()
}

/** Calls back whenever other colours are drawn. @returns stops that */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}
