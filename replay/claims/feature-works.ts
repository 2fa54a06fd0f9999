// "The X feature is working correctly:", with what shows it below: the gate is on, and the outputs are as they are shown.

const works =
  /\bthe\s+(`?[A-Z]\w*`?\s+feature(?:\s+gate)?)\s+(?:is\s+(still\s+)?working|(still\s+)?works)(?:\s+(?:correctly|properly|fine|well|as expected))?(?=\s*(?:[:.,]|and\b|$))/g

/** The sentence with what can be asked of the components in the place of "works"; undefined where it says no such thing. */
export function withFeatureOn(text: string): string | undefined {
  const told = text.replace(works, (_whole, feature: string, still = '', again = '') => {
    return `the ${feature} is ${still || again}enabled`
  })
  return told === text ? undefined : told
}
