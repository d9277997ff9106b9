import './dashboard.css'
import { render } from 'preact'
import { App } from './App.js'

const place = document.getElementById('content')!
place.replaceChildren()
render(<App />, place)
