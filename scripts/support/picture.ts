// The picture that chats and social networks show with a link to a page of a service.

/** In pixels, as Open Graph recommends. */
export const PICTURE_SIZE = { width: 1_200, height: 630 }

/** The picture as a page. */
export const PICTURE = `<!doctype html><style>
body { margin: 0; height: 630px; background: #12161c; color: #e8ecf1; font-family: system-ui, sans-serif }
main { padding: 84px 92px }
b { display: flex; align-items: center; gap: 22px; font-size: 40px; letter-spacing: -.02em }
h1 { font-size: 74px; line-height: 1.08; letter-spacing: -.03em; margin: 62px 0 58px; max-width: 900px }
p { display: flex; gap: 18px; margin: 0; font: 27px ui-monospace, monospace }
p span { border: 2px solid; border-radius: 99px; padding: 8px 24px }
</style><main><b><svg width="62" height="62" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6e4f"/><path d="M6 16l7 7L26 9" fill="none" stroke="#fff" stroke-width="4"/></svg>mailproof</b>
<h1>Can this address receive mail, and why?</h1>
<p><span style="color:#4fd1a5">allow</span><span style="color:#e8b04a">review: probable_typo</span><span style="color:#ff8a80">deny: disposable</span></p></main>`
