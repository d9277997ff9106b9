import './docs.css'
import { enhanceCode } from '../shared/code.js'

enhanceCode()
followReader()

/** Marks the section that is read in the list of contents. */
function followReader(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [link.hash.slice(1), link]),
  )
  const headings = [...links.keys()].map((id) => document.getElementById(id)!)
  if (headings.length === 0) return
  const mark = (): void => {
    // The last heading above a third of the window; at the end of the page, the last one.
    const isEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4
    const passed = headings.filter((heading) => isEnd || heading.getBoundingClientRect().top < innerHeight / 3)
    const present = passed.at(-1)?.id
    for (const [id, link] of links) {
      if (id === present) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
    }
  }
  let isDue = false
  addEventListener(
    'scroll',
    () => {
      if (isDue) return
      isDue = true
      requestAnimationFrame(() => {
        isDue = false
        mark()
      })
    },
    { passive: true },
  )
  mark()
}
