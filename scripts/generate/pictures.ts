/** Pictures of the documentation: graphs as SVG, for light and dark pages. */
import { instance } from '@viz-js/viz'

const STYLE = `<style>
:root { --ink: #14211f; --line: #84918c; --box: #ffffff; --soft: #dcefea; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eeeb; --line: #6c7f79; --box: #141d1b; --soft: #15342f; } }
text { fill: var(--ink); font-family: Helvetica, Arial, sans-serif; font-size: 12px; }
.node path, .node polygon, .node ellipse { fill: var(--box); stroke: var(--line); }
.accent path, .accent polygon, .accent ellipse { fill: var(--soft); }
.point ellipse { fill: var(--line); }
.cluster polygon, .cluster path { fill: none; stroke: var(--line); stroke-dasharray: 4 3; }
.edge path { stroke: var(--line); fill: none; }
.edge polygon { fill: var(--line); stroke: var(--line); }
</style>`

const DEFAULTS = `
  bgcolor="transparent"; fontname="Helvetica,Arial"; fontsize=14; nodesep=0.35; ranksep=0.45;
  node [shape=box style=rounded fontname="Helvetica,Arial" fontsize=14 margin="0.14,0.05" height=0.3];
  edge [fontname="Helvetica,Arial" fontsize=13 arrowsize=0.7];
`

/** A name or label in DOT. Lines are separated by \n. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`

/**
 * Boxes are laid out for a larger font size than they use, because a reader's font may be wider than the one assumed
 * here.
 * @param statements of a directed graph, in DOT
 */
export async function picture(title: string, statements: readonly string[]): Promise<string> {
  const viz = await instance()
  const svg = viz.renderString(`digraph ${quoted(title)} {${DEFAULTS}${statements.join('\n')}\n}`, { format: 'svg' })
  return svg
    .slice(svg.indexOf('<svg'))
    .replace(/(<svg[^>]*>)/, `$1\n<title>${title}</title>\n${STYLE}`)
    .replace(/<!--[\s\S]*?-->\n?/g, '')
}
