/** How a sentence says that what follows it only has this shape. */
const example =
  /\b(?:for (?:example|instance)|e\.\s?g\b|an example|(?:example|sample) (?:output|result|response|usage)|examples?:|(?:some|any)thing like|like (?:this|that|so|the following|below|these)|looks? (?:a bit |somewhat |roughly )?like|would look|(?:will|should|may|might) look|similar to|(?:a )?similar (?:output|result|message|error|event|log)|resembl\w+|along the lines|approximately|roughly|as illustrated)/i

/** Whether prose announces an output as an example: its shape is meant, rather than its values. */
export const announcesExample = (prose: string): boolean => example.test(prose)
