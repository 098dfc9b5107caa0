//! What the server answers, route by route: the table from which the OpenAPI
//! description is made by a test, and against which the server is tested.

/// A route.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Route {
    /// The method.
    pub(crate) method: &'static str,
    /// The path, with its parameters in braces.
    pub(crate) path: &'static str,
    /// What it is for, in a sentence.
    pub(crate) about: &'static str,
    /// The parameters of the query: name, schema type, sentence.
    pub(crate) query: &'static [(&'static str, &'static str, &'static str)],
    /// The type of the body, if it is JSON; a `*` for bytes of any kind.
    pub(crate) body: Option<&'static str>,
    /// The type of the answer: a name, a name with `[]`, or a media type.
    pub(crate) answer: &'static str,
    /// The statuses of failures, besides those of every route.
    pub(crate) fails: &'static [u16],
}

/// What can happen on every route: a foreign host or origin, something that
/// takes too long, an address that is too long, too many requests, a store that
/// cannot be read or code that fails.
pub(crate) const EVERYWHERE: &[u16] = &[403, 408, 414, 429, 500];

/// What can happen to whatever is sent, whether it is for a route or not.
pub(crate) const ANYWAY: &[u16] = &[400, 403, 404, 405, 408, 414, 429, 431];

const VIEWER: (&str, &str, &str) =
    ("viewer", "string", "Who looks: everything (unless said otherwise), seat0, …, spectator.");

const TOLD: (&str, &str, &str) = (
    "viewer",
    "string",
    "Who is told what came of it: everything, seat0, …, spectator. Unless said otherwise whoever \
     acts; what a bot does is told as a spectator sees it.",
);

const fn get(
    path: &'static str,
    about: &'static str,
    answer: &'static str,
    fails: &'static [u16],
) -> Route {
    Route { method: "get", path, about, query: &[], body: None, answer, fails }
}

const fn post(
    path: &'static str,
    about: &'static str,
    body: &'static str,
    answer: &'static str,
    fails: &'static [u16],
) -> Route {
    Route { method: "post", path, about, query: &[], body: Some(body), answer, fails }
}

impl Route {
    const fn asking(self, query: &'static [(&'static str, &'static str, &'static str)]) -> Route {
        Route { query, ..self }
    }
}

/// All routes under `/api`.
pub(crate) const ROUTES: &[Route] = &[
    get("/api/openapi.json", "This description.", "application/json", &[304]),
    get("/api/games", "The games that can be played here.", "GameInfo[]", &[]),
    get(
        "/api/games/{game}/book",
        "A game's book: phases, rules, checks, and what its analysis has to say.",
        "Book",
        &[404],
    ),
    get(
        "/api/games/{game}/coverage",
        "What of a book fires in games at random. One batch is played at a time.",
        "Coverage",
        &[400, 404, 422, 503],
    )
    .asking(&[
        ("games", "integer", "How many games, up to 1000; 50 unless said otherwise."),
        ("seed", "integer", "Which games: the same seed plays the same ones."),
    ]),
    get("/api/matches", "Some matches, the newest first.", "Match[]", &[400, 404, 422]).asking(&[
        ("limit", "integer", "How many, up to 500; 50 unless said otherwise."),
        (
            "before",
            "string",
            "Only those before this match, by its id: the last one of the page before.",
        ),
    ]),
    post("/api/matches", "Makes a match.", "NewMatch", "Match", &[400, 404, 409, 413, 415, 422]),
    get("/api/matches/{id}", "A match.", "Match", &[400, 404, 422]).asking(&[VIEWER]),
    get(
        "/api/matches/{id}/nodes",
        "Some nodes of a match, in the order in which they were made.",
        "NodeList",
        &[400, 404, 422],
    )
    .asking(&[
        ("from", "integer", "The first node; 0 unless said otherwise."),
        ("count", "integer", "How many nodes, up to 20000."),
        VIEWER,
    ]),
    get(
        "/api/matches/{id}/nodes/{node}",
        "The match at a node: board, who may act, what they can do.",
        "Scene",
        &[400, 404, 409, 422],
    )
    .asking(&[VIEWER]),
    get(
        "/api/matches/{id}/nodes/{node}/decision",
        "Why the action of a node was decided as it was. For the eye of everything alone.",
        "Decision",
        &[400, 404, 409],
    )
    .asking(&[VIEWER]),
    get(
        "/api/matches/{id}/nodes/{node}/happening",
        "What happened on the way to a node.",
        "Happening",
        &[400, 404, 409, 422],
    )
    .asking(&[VIEWER]),
    get(
        "/api/matches/{id}/nodes/{node}/state",
        "The state at a node, with what wrote each value last. For the eye of everything alone.",
        "StateNode",
        &[400, 404, 409],
    )
    .asking(&[
        (
            "writers",
            "boolean",
            "Whether to say what wrote each value last, for which the whole match is gone through \
             once; yes unless said otherwise.",
        ),
        VIEWER,
    ]),
    get(
        "/api/matches/{id}/diff",
        "What differs between the states at two nodes. For the eye of everything alone.",
        "Change[]",
        &[400, 404, 409],
    )
    .asking(&[
        ("from", "integer", "The one node."),
        ("to", "integer", "The other node."),
        VIEWER,
    ]),
    get(
        "/api/matches/{id}/coverage",
        "What of the book has fired on the way to a node. For the eye of everything alone.",
        "Coverage",
        &[400, 404, 409],
    )
    .asking(&[("node", "integer", "The node; the last one made unless said otherwise."), VIEWER]),
    post(
        "/api/matches/{id}/why",
        "Everything for and against an action. For the eye of everything alone.",
        "WhyRequest",
        "Decision",
        &[400, 404, 409, 413, 415, 422],
    )
    .asking(&[VIEWER]),
    post(
        "/api/matches/{id}/actions",
        "Submits an action. A repeated id is answered the same and applied once; an id that \
         named another request is refused.",
        "ActionRequest",
        "Answer",
        &[400, 404, 409, 413, 415, 422],
    )
    .asking(&[TOLD]),
    post(
        "/api/matches/{id}/answers",
        "Answers a choice that is pending.",
        "AnswerRequest",
        "Answer",
        &[400, 404, 409, 413, 415, 422],
    )
    .asking(&[TOLD]),
    post(
        "/api/matches/{id}/withdraw",
        "Takes back the action that waits for a choice.",
        "WithdrawRequest",
        "Answer",
        &[400, 404, 409, 413, 415, 422],
    )
    .asking(&[TOLD]),
    post(
        "/api/matches/{id}/bot",
        "Has a bot (or chance) act for whoever is to act.",
        "BotRequest",
        "Answer",
        &[400, 404, 409, 413, 415, 422],
    )
    .asking(&[TOLD]),
    get(
        "/api/matches/{id}/live",
        "A WebSocket: the server sends LiveMessage, and takes LiveRequest.",
        "websocket",
        &[400, 404, 422, 426],
    )
    .asking(&[VIEWER]),
    get(
        "/api/matches/{id}/record",
        "The line to a node as a record. For the eye of everything alone.",
        "application/jsonl",
        &[400, 404, 409, 422],
    )
    .asking(&[("node", "integer", "The node; the last one made unless said otherwise."), VIEWER]),
    post("/api/records", "Makes a match of a record.", "*", "RecordOpened", &[400, 409, 413]),
    post(
        "/api/records/verify",
        "Plays a record again and compares.",
        "*",
        "RecordVerdict",
        &[400, 409, 413],
    ),
];
