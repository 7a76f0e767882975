/** Styles of the documentation's pages, in the colours of the dashboard. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #f4f6f4; --surface: #fff; --sunken: #edf1ee; --ink: #14211f; --muted: #54625e; --line: #dce3df; --accent: #0c6a60; --accent-soft: #dcefea; }
@media (prefers-color-scheme: dark) { :root { --paper: #0d1413; --surface: #141d1b; --sunken: #1b2624; --ink: #e6eeeb; --muted: #9bada7; --line: #25322f; --accent: #5ecbb9; --accent-soft: #15342f; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 "Inter", "Segoe UI", -apple-system, "Helvetica Neue", Arial, sans-serif; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible, input:focus-visible, summary:focus-visible, [tabindex="0"]:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: 0.5rem 1rem; z-index: 1; }
header { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: center; padding: 0.75rem 1.5rem; background: var(--surface); border-bottom: 1px solid var(--line); }
.home { font-weight: 650; font-size: 1.1rem; color: var(--ink); text-decoration: none; } .home span { color: var(--muted); font-weight: 500; }
header form { flex: 1 1 12rem; max-width: 26rem; } header nav { display: flex; gap: 1.25rem; margin-left: auto; }
input { width: 100%; font: inherit; padding: 0.4rem 0.8rem; border: 1px solid var(--muted); border-radius: 0.6rem; background: var(--paper); color: var(--ink); }
.columns { display: grid; grid-template-columns: 15rem minmax(0, 1fr) 14rem; max-width: 90rem; margin: 0 auto; }
.pages, .contents { padding: 1.5rem; font-size: 0.9rem; } .contents { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; }
.pages h2, .contents h2 { margin: 1.25rem 0 0.4rem; font-size: 0.75rem; letter-spacing: 0.06em; text-transform: uppercase; color: var(--muted); }
.pages ul, .contents ul { list-style: none; margin: 0; padding: 0; } .pages li a, .contents li a { display: block; padding: 0.2rem 0.6rem; margin-left: -0.6rem; border-radius: 0.4rem; color: var(--ink); text-decoration: none; overflow-wrap: anywhere; }
.pages li a:hover, .contents li a:hover { background: var(--sunken); } .pages li a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.to-pages { display: none; }
main { min-width: 0; padding: 1.5rem 2rem 4rem; outline: none; } main > :where(p, ul, ol, h1, h2, h3, h4) { max-width: 46rem; }
h1 { font-size: 1.9rem; line-height: 1.25; margin: 0.25rem 0 1rem; } main h2 { font-size: 1.35rem; margin: 2.2rem 0 0.6rem; } main h3 { font-size: 1.1rem; margin: 1.6rem 0 0.4rem; overflow-wrap: anywhere; }
.anchor { color: var(--muted); text-decoration: none; opacity: 0; } :is(h2, h3, h4):hover .anchor, .anchor:focus { opacity: 1; }
code { font: 0.87em ui-monospace, "SF Mono", Menlo, "Liberation Mono", monospace; background: var(--sunken); padding: 0.1em 0.3em; border-radius: 0.3em; overflow-wrap: anywhere; }
pre { background: var(--surface); border: 1px solid var(--line); border-radius: 0.7rem; padding: 0.9rem 1.1rem; overflow-x: auto; line-height: 1.5; } pre code { background: none; padding: 0; overflow-wrap: normal; }
pre[data-language="text"] { background: var(--sunken); }
.table { overflow-x: auto; margin: 1rem 0; } table { border-collapse: collapse; font-size: 0.92rem; } th, td { text-align: left; vertical-align: top; padding: 0.45rem 0.9rem 0.45rem 0; border-bottom: 1px solid var(--line); min-width: 5rem; } th { color: var(--muted); font-weight: 600; } td code { overflow-wrap: normal; }
.picture { display: block; overflow-x: auto; margin: 1.25rem 0; } img { max-width: 100%; height: auto; display: block; }
.file { border-bottom: 1px dotted var(--muted); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 0.8rem; padding: 0; list-style: none; max-width: none; } .cards a { display: block; height: 100%; padding: 0.8rem 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.7rem; text-decoration: none; } .cards a:hover { border-color: var(--accent); } .cards strong { display: block; } .cards span { color: var(--muted); font-size: 0.9rem; }
.results { list-style: none; padding: 0; } .results li { margin: 0 0 1.3rem; } .results p { margin: 0.2rem 0 0; color: var(--muted); font-size: 0.93rem; overflow-wrap: anywhere; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.9rem; }
@media (max-width: 75rem) { .columns { grid-template-columns: 14rem minmax(0, 1fr); } .contents { display: none; } }
@media (max-width: 48rem) { .columns { display: flex; flex-direction: column-reverse; } .pages { border-top: 1px solid var(--line); } .to-pages { display: inline; } img { max-width: none; } main { padding: 1rem 1.5rem 3rem; } header nav { margin-left: 0; } }
`
