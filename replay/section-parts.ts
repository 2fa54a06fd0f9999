import type { Element, ItemElement, ProseElement } from './document.ts'

/** What stands in a section, one after the other: where an item of a list begins and ends is a mark among the rest. */
export type Part =
  | Exclude<Element, ItemElement>
  /** `own`: it is a step of its own, rather than a part of the one that it stands in. */
  | { kind: 'item-begins'; number: string | undefined; own: boolean }
  | { kind: 'item-ends'; number: string | undefined }

/** @param runs whether there are commands in them: an item with a number, or with commands, is a step of its own */
export function partsOf(
  elements: readonly Element[],
  runs: (elements: readonly Element[]) => boolean,
): Part[] {
  return elements.flatMap((element): Part[] => {
    if (element.kind !== 'item') return [element]
    const { number, children } = element
    const own = number !== undefined || runs(children)
    return [{ kind: 'item-begins', number, own }, ...partsOf(children, runs), { kind: 'item-ends', number }]
  })
}

/** What a paragraph or a block says; undefined of a mark or a comment. */
export function textOf(part: Part): string | undefined {
  if (part.kind === 'prose') return part.text
  return part.kind === 'code' ? part.lines.join('\n') : undefined
}

/** A heading, or what authors write in place of one; a whole sentence in bold is a sentence. */
export const isHeading = ({ heading, text }: ProseElement): boolean =>
  heading ||
  ((/^\*\*[^*]+\*\*(?:\s\([^()]{1,60}\))?:?$/.test(text) || /^__[^_]+__:?$/.test(text)) &&
    !endsSentence.test(text) &&
    !tellsNumber.test(text))
/** "**5 pods**": what there is to see. */
const tellsNumber =
  /^[*_]{2}(?:\w+ )?(?:\d+|no|one|two|three|four|five|six) (?:[a-z]+ ){0,2}(?:pods?|replicas?|nodes?|jobs?|services?|endpoints?|containers?)[*_]{2}$/i
const endsSentence = /\s\S+\s.*[^.]\.[*_]{2}$/s
