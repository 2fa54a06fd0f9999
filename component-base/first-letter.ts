/** A word with its first letter in lower case: `podSpec` of `PodSpec`. */
export const lowerFirst = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1)

/** A word with its first letter in capitals: `PodSpec` of `podSpec`. */
export const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
