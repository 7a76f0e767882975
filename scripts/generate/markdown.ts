/** Markdown for generated pages: tables, and sections inside handwritten pages. */

/** A cell's text on one line, with the character that ends cells kept apart. */
const cell = (text: string | number): string =>
  String(text)
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, ' ')

const line = (cells: readonly (string | number)[]): string => `| ${cells.map(cell).join(' | ')} |`

export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')

export const code = (text: string): string => `\`${text}\``

/** A generated page as a whole. */
export const page = (title: string, ...parts: readonly string[]): string =>
  `${['<!-- Made by `npm run generate`: edit what it is made from instead. -->', `# ${title}`, ...parts].join('\n\n')}\n`

/**
 * A page that people write, with what stands between `<!-- generated: name -->` and `<!-- end -->` replaced.
 * @throws Error when the page lacks a section, or has one that nothing makes
 */
export function withSections(text: string, sections: Readonly<Record<string, string>>): string {
  const left = new Set(Object.keys(sections))
  const filled = text.replace(/(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
    if (!left.delete(name)) throw new Error(`The section "${name}" is made by nothing, or stands there twice`)
    return `${begin}\n${sections[name]}\n\n${end}`
  })
  if (left.size > 0) throw new Error(`There is no section for ${[...left].join(', ')}`)
  return filled
}
