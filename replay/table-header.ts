/** Matches the line of names above the columns of a table that a command prints. */
export const header =
  /^\s*[A-Z][A-Z0-9()%_/-]*(?: [A-Z][A-Z()/-]*)?(?:\s{2,}[A-Z][A-Z0-9()%_/-]*(?: [A-Z][A-Z()/-]*){0,2})+\s*$/
