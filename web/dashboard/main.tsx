import './dashboard.css'
import { render } from 'preact'
import { App } from './App.js'
import { setUrl } from './url.js'

const place = document.getElementById('content')!
place.replaceChildren()
// Links to a moment of the pool are older than the other views, and do not name one.
const parameters = new URLSearchParams(location.search)
if (parameters.has('asOf') && !parameters.has('view')) setUrl({ view: 'pool' })

render(<App />, place)
