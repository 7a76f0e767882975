/** Choice of the card to tap. */
import { Link } from '@tanstack/react-router'
import type { Card } from '../../../../contract/cards/cards.ts'
import { statusWord } from '../../ui/status.tsx'
import { CardFace, cardName } from '../cards/card-face.tsx'

interface CardChoiceProps {
  readonly cards: readonly Card[]
  readonly holderOf: (card: Card) => string
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

export function CardChoice({ cards, holderOf, chosen, onChoose }: CardChoiceProps) {
  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="sr-only">Card</legend>
        <div className="-m-1.5 flex max-h-96 flex-wrap gap-4 overflow-y-auto p-1.5">
          {cards.map((card) => (
            <label
              key={card.id}
              className="relative w-56 rounded-xl p-1 outline-offset-1 has-checked:outline-2 has-checked:outline-accent has-focus-visible:outline-3 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="card"
                className="absolute inset-0 z-1 cursor-pointer opacity-0"
                aria-label={`${cardName(card)} of ${holderOf(card)}, ${statusWord(card.state).toLowerCase()}`}
                checked={card.id === chosen}
                onChange={() => onChoose(card.id)}
              />
              <CardFace card={card} holder={holderOf(card)} className="text-[0.66rem]" />
            </label>
          ))}
        </div>
      </fieldset>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Link to="/cards/$id" params={{ id: chosen }} className="rounded text-accent hover:underline">
          Card page: freeze it, change its funding sources
        </Link>
        <Link to="/cards" search={{ issue: 'new' }} className="rounded text-accent hover:underline">
          Issue another card
        </Link>
      </p>
    </div>
  )
}
