/** How prose says that lines of an output were left out. */
const truncated =
  /\b(?:output|outputs|result|results|lines|rest|parts?|yaml|json)\b[^.;]{0,40}\b(?:truncated|omitted|shortened|abbreviated|elided|trimmed|redacted|left out|cut|snipped)\b|\b(?:truncated|omitted|shortened|abbreviated|trimmed|cut) (?:for|to) brevity\b/i

/** Whether prose says that an output is not shown in full: what is shown is there, in its order, with other lines in between. */
export const announcesTruncated = (prose: string): boolean => truncated.test(prose)
