/** Latin characters that banks accept in payment files (EPC217-08), and how others are written in them. ACH accepts them too. */

const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Þ: 'TH', þ: 'th' },
  ...{ ð: 'd', Ð: 'D', ı: 'i', Ŋ: 'N', ŋ: 'n', Ħ: 'H', ħ: 'h', Ŧ: 'T', ŧ: 't', '&': '+', _: '-', '’': "'", '‘': "'" },
  ...{ '–': '-', '—': '-', '@': '(at)', '€': 'E', '"': "'" },
  ...pairs('ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ', 'A V G D E Z I TH I K L M N X O P R S T Y F CH PS O'),
  ...pairs('αβγδεζηθικλμνξοπρστυφχψως', 'a v g d e z i th i k l m n x o p r s t y f ch ps o s'),
  ...pairs('АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯ', 'A B V G D E ZH Z I Y K L M N O P R S T U F H TS CH SH SHT A Y YU YA'),
  ...pairs('абвгдежзийклмнопрстуфхцчшщъьюя', 'a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sht a y yu ya'),
}

function pairs(from: string, to: string): Record<string, string> {
  const written = to.split(' ')
  return Object.fromEntries([...from].map((letter, i) => [letter, written[i] as string]))
}

const ALLOWED = /^[A-Za-z0-9/\-?:().,'+ ]$/

/** A character in the set; one without an equivalent becomes a full stop, as the EPC recommends. */
function written(character: string): string {
  if (ALLOWED.test(character)) return character
  const known = LETTERS[character]
  if (known !== undefined) return known
  if (/\s/.test(character)) return ' '
  const bare = character.normalize('NFD').replace(/\p{M}/gu, '')
  if (bare === '') return ''
  return ALLOWED.test(bare) ? bare : (LETTERS[bare] ?? '.')
}

/** @returns the text in those characters, trimmed, of at most this length; '' when nothing is left */
export function latinText(text: string, longest: number): string {
  const all = [...text.normalize('NFC')].map(written).join('')
  return all.replace(/ {2,}/g, ' ').trim().slice(0, longest).trim()
}

/** Whether a letter or digit of the text could be written: a name of full stops would be paid to no one. */
export const isLegible = (text: string): boolean => /[A-Za-z0-9]/.test(text)
