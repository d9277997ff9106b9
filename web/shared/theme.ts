// Loaded before anything is drawn, so that no page appears in the wrong colours first. A classic script: no imports.
;(() => {
  const root = document.documentElement
  root.classList.add('js')
  try {
    const theme = localStorage.getItem('mailproof theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  } catch {
    // Storage is forbidden: the system's colours it is.
  }
})()
