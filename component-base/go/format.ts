// Upstream: src/fmt/print.go (doPrintf)

// Flags, width, precision and verb of a directive; each number may be the index of an argument.
const directive = /%[#0+\- ]*(\[\d+\])?(\*|\d+)?(?:\.(\[\d+\])?(\*|\d+)?)?(\[\d+\])?(.)?/gsu

/** What `fmt.Sprintf(text)` makes of a text that was not meant as a format: each directive tells that its argument is missing. */
export const formatWithoutArguments = (text: string): string =>
  text.includes('%')
    ? text.replace(
        directive,
        (
          _all,
          widthIndex: string | undefined,
          width: string | undefined,
          precisionIndex: string | undefined,
          precision: string | undefined,
          verbIndex: string | undefined,
          verb: string | undefined,
        ) => {
          const wrong = `${width === '*' ? '%!(BADWIDTH)' : ''}${precision === '*' ? '%!(BADPREC)' : ''}`
          if (verb === undefined) return `${wrong}%!(NOVERB)`
          if (verb === '%') return `${wrong}%`
          const indexed = (widthIndex ?? precisionIndex ?? verbIndex) !== undefined
          return `${wrong}%!${verb}(${indexed ? 'BADINDEX' : 'MISSING'})`
        },
      )
    : text
