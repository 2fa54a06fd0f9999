// The syntax of the Common Expression Language (https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax). The order of
// rules, alternatives and tokens is that of upstream: error messages name what was expected in this order.
// `npm run cel-parser` writes gen/ from it.
grammar CEL;

start : e=expr EOF ;

expr : e=conditionalOr (op='?' e1=conditionalOr ':' e2=expr)? ;

conditionalOr : e=conditionalAnd (ops+='||' e1+=conditionalAnd)* ;

conditionalAnd : e=relation (ops+='&&' e1+=relation)* ;

relation
    : calc
    | relation op=('<' | '<=' | '>=' | '>' | '==' | '!=' | 'in') relation
    ;

calc
    : unary
    | calc op=('*' | '/' | '%') calc
    | calc op=('+' | '-') calc
    ;

unary
    : member          # MemberExpr
    | (ops+='!')+ member  # LogicalNot
    | (ops+='-')+ member  # Negate
    ;

member
    : primary                                                 # PrimaryExpr
    | member op='.' (opt='?')? id=escapeIdent                 # Select
    | member op='.' id=IDENTIFIER open='(' args=exprList? ')' # MemberCall
    | member op='[' (opt='?')? index=expr ']'                 # Index
    ;

primary
    : leadingDot='.'? id=IDENTIFIER                           # Ident
    | leadingDot='.'? id=IDENTIFIER (op='(' args=exprList? ')') # GlobalCall
    | '(' e=expr ')'                                          # Nested
    | op='[' elems=listInit? ','? ']'                         # CreateList
    | op='{' entries=mapInitializerList? ','? '}'             # CreateStruct
    | leadingDot='.'? ids+=IDENTIFIER (ops+='.' ids+=IDENTIFIER)*
        op='{' entries=fieldInitializerList? ','? '}'         # CreateMessage
    | literal                                                 # ConstantLiteral
    ;

exprList : e+=expr (',' e+=expr)* ;

listInit : elems+=optExpr (',' elems+=optExpr)* ;

fieldInitializerList
    : fields+=optField cols+=':' values+=expr (',' fields+=optField cols+=':' values+=expr)*
    ;

optField : (opt='?')? escapeIdent ;

mapInitializerList
    : keys+=optExpr cols+=':' values+=expr (',' keys+=optExpr cols+=':' values+=expr)*
    ;

escapeIdent
    : id=IDENTIFIER     # SimpleIdentifier
    | id=ESC_IDENTIFIER # EscapedIdentifier
    ;

optExpr : (opt='?')? e=expr ;

literal
    : sign=MINUS? tok=NUM_INT   # Int
    | tok=NUM_UINT              # Uint
    | sign=MINUS? tok=NUM_FLOAT # Double
    | tok=STRING                # String
    | tok=BYTES                 # Bytes
    | tok=CEL_TRUE              # BoolTrue
    | tok=CEL_FALSE             # BoolFalse
    | tok=NUL                   # Null
    ;

EQUALS : '==' ;
NOT_EQUALS : '!=' ;
IN : 'in' ;
LESS : '<' ;
LESS_EQUALS : '<=' ;
GREATER_EQUALS : '>=' ;
GREATER : '>' ;
LOGICAL_AND : '&&' ;
LOGICAL_OR : '||' ;
LBRACKET : '[' ;
RPRACKET : ']' ;
LBRACE : '{' ;
RBRACE : '}' ;
LPAREN : '(' ;
RPAREN : ')' ;
DOT : '.' ;
COMMA : ',' ;
MINUS : '-' ;
EXCLAM : '!' ;
QUESTIONMARK : '?' ;
COLON : ':' ;
PLUS : '+' ;
STAR : '*' ;
SLASH : '/' ;
PERCENT : '%' ;
CEL_TRUE : 'true' ;
CEL_FALSE : 'false' ;
NUL : 'null' ;

WHITESPACE : [ \t\r\n\f]+ -> channel(HIDDEN) ;
COMMENT : '//' ~'\n'* -> channel(HIDDEN) ;

NUM_FLOAT
    : DIGIT+ '.' DIGIT+ EXPONENT?
    | DIGIT+ EXPONENT
    | '.' DIGIT+ EXPONENT?
    ;

NUM_INT : DIGIT+ | '0x' HEXDIGIT+ ;

NUM_UINT
    : DIGIT+ [uU]
    | '0x' HEXDIGIT+ [uU]
    ;

STRING
    : '"' (ESCAPE | ~[\\"\n\r])* '"'
    | '\'' (ESCAPE | ~[\\'\n\r])* '\''
    | '"""' (ESCAPE | ~'\\')*? '"""'
    | '\'\'\'' (ESCAPE | ~'\\')*? '\'\'\''
    | [rR] '"' ~["\n\r]* '"'
    | [rR] '\'' ~['\n\r]* '\''
    | [rR] '"""' .*? '"""'
    | [rR] '\'\'\'' .*? '\'\'\''
    ;

BYTES : [bB] STRING ;

IDENTIFIER : (LETTER | '_') (LETTER | DIGIT | '_')* ;
ESC_IDENTIFIER : '`' (LETTER | DIGIT | [_.\-/ ])+ '`' ;

fragment LETTER : [A-Za-z] ;
fragment DIGIT : [0-9] ;
fragment HEXDIGIT : [0-9a-fA-F] ;
fragment EXPONENT : [eE] [+-]? DIGIT+ ;
fragment ESCAPE
    : '\\' [abfnrtv"'\\?`]
    | '\\' [xX] HEXDIGIT HEXDIGIT
    | '\\u' HEXDIGIT HEXDIGIT HEXDIGIT HEXDIGIT
    | '\\U' HEXDIGIT HEXDIGIT HEXDIGIT HEXDIGIT HEXDIGIT HEXDIGIT HEXDIGIT HEXDIGIT
    | '\\' [0-3] [0-7] [0-7]
    ;
