//! Writes what others share with the server: the page's types and the schemas
//! of the description. `RULEBOOK_BLESS=1` writes the files anew; without it the
//! tests fail where they are not what the types say.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use ts_rs::{Config, TS};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::*;
use crate::http::routes::{ANYWAY, EVERYWHERE, ROUTES, Route};

/// A type as TypeScript, and as a schema.
struct Shared {
    name: &'static str,
    declaration: String,
    schema: RefOr<Schema>,
}

fn shared<T: TS + ToSchema + PartialSchema>(name: &'static str) -> Shared {
    let config = Config::new().with_large_int("number");
    let docs = T::docs().unwrap_or_default();
    let declaration = format!("{docs}export {}\n", T::decl(&config));
    Shared { name, declaration, schema: T::schema() }
}

macro_rules! shared {
    ($($name:ident),* $(,)?) => { vec![$(shared::<$name>(stringify!($name))),*] };
}

fn all() -> Vec<Shared> {
    shared![
        Account,
        AccountLine,
        ActionRequest,
        Announcement,
        Answer,
        AnswerRequest,
        ApiError,
        Backgammon,
        Because,
        Bidder,
        Book,
        BookNode,
        BookNodeKind,
        BotRequest,
        Change,
        CheckLine,
        CheckReport,
        Chess,
        Choice,
        Considered,
        Coverage,
        CoverageRow,
        Cube,
        Decision,
        Diverged,
        Drawing,
        DuelCard,
        DuelLane,
        DuelOrder,
        DuelSide,
        DuelStatus,
        Duels,
        EventLine,
        Finding,
        Fired,
        Forecast,
        GameInfo,
        GameResult,
        GateReport,
        Grid,
        Happening,
        LegalAction,
        LiveMessage,
        LiveRequest,
        Made,
        Market,
        Match,
        Named,
        NewMatch,
        NodeLine,
        NodeList,
        Outcome,
        Player,
        Reason,
        RecordOpened,
        RecordVerdict,
        Roll,
        RuleReport,
        RuleStanding,
        Scene,
        SealedBid,
        StateNode,
        WhyRequest,
        WithdrawRequest,
        Written,
    ]
}

fn file(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// Holds a checked-in file against what it should say.
fn compare(relative: &str, wanted: &str) {
    let path = file(relative);
    if std::env::var_os("RULEBOOK_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let line = found.lines().zip(wanted.lines()).position(|(found, wanted)| found != wanted);
    assert!(
        found == wanted,
        "{relative} is not what the types say (line {}): run with RULEBOOK_BLESS=1",
        line.map_or(found.lines().count(), |line| line + 1),
    );
}

#[test]
fn the_pages_types_are_those_of_the_server() {
    let mut text = String::from(
        "// Generated from the server's types: change them in crates/rulebook-server/src/wire,\n\
         // then run `RULEBOOK_BLESS=1 cargo test -p rulebook-server --lib`.\n",
    );
    for shared in all() {
        text.push('\n');
        let lines = shared.declaration.lines().map(str::trim_end);
        lines.for_each(|line| text.extend([line, "\n"]));
    }
    compare("../../studio/src/generated/wire.ts", &text);
}

/// The description of all routes, from the table of routes and the types.
fn openapi() -> Value {
    let mut schemas = serde_json::Map::new();
    for Shared { name, schema, .. } in all() {
        let schema = serde_json::to_value(&schema).expect("a schema is JSON");
        schemas.insert(name.to_owned(), schema);
    }
    let mut paths = serde_json::Map::new();
    for route in ROUTES {
        let methods = paths.entry(route.path).or_insert_with(|| json!({}));
        methods[route.method] = described(route);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Rulebook studio",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Matches of turn-based games, with every decision open to look at. \
                            What is said of requests for no route, or that are none, is under \
                            x-any-request.",
        },
        "x-any-request": { "responses": failures(ANYWAY.iter()) },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

fn described(route: &Route) -> Value {
    let in_path = route.path.split('/').filter_map(|part| {
        let name = part.strip_prefix('{')?.strip_suffix('}')?;
        let schema = if name == "node" { "integer" } else { "string" };
        Some(json!({ "name": name, "in": "path", "required": true, "schema": { "type": schema } }))
    });
    let in_query = route.query.iter().map(|(name, schema, about)| {
        let required = route.path.ends_with("/diff") && *name != "viewer";
        json!({
            "name": name, "in": "query", "required": required,
            "description": about, "schema": { "type": schema },
        })
    });
    let mut told = json!({
        "summary": route.about,
        "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
        "responses": responses(route),
    });
    match route.body {
        None => {}
        Some("*") => {
            told["requestBody"] = json!({
                "required": true,
                "content": { "application/octet-stream": {} },
            })
        }
        Some(name) => {
            told["requestBody"] = json!({
                "required": true,
                "content": { "application/json": { "schema": reference(name) } },
            })
        }
    }
    told
}

fn responses(route: &Route) -> Value {
    let mut responses = failures(route.fails.iter().chain(EVERYWHERE));
    let (status, content) = match route.answer {
        "websocket" => ("101", json!({})),
        media if media.contains('/') => ("200", json!({ media: {} })),
        name => ("200", json!({ "application/json": { "schema": reference(name) } })),
    };
    responses.insert(status.to_owned(), json!({ "description": route.about, "content": content }));
    Value::Object(responses)
}

/// Responses that are no success: all but one say why.
fn failures<'s>(statuses: impl Iterator<Item = &'s u16>) -> serde_json::Map<String, Value> {
    let described = statuses.map(|status| {
        let mut response = json!({ "description": reason(*status) });
        if *status != 304 {
            let schema = reference("ApiError");
            response["content"] = json!({ "application/json": { "schema": schema } });
        }
        (status.to_string(), response)
    });
    described.collect()
}

/// A type by name; many of it, with brackets behind the name.
fn reference(name: &str) -> Value {
    match name.strip_suffix("[]") {
        Some(one) => json!({ "type": "array", "items": reference(one) }),
        None => json!({ "$ref": format!("#/components/schemas/{name}") }),
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        304 => "It is as it was.",
        400 => "It cannot be read.",
        403 => "The host, the origin or the viewer may not ask this.",
        404 => "There is no such thing.",
        405 => "It is there, but not for this method.",
        408 => "It took too long.",
        409 => {
            "The id named another request, or the match is closed: its game has panicked or changed."
        }
        413 => "The body is too large.",
        414 => "The address is too long.",
        415 => "The body is not JSON.",
        422 => "It can be read, but makes no sense.",
        426 => "It is a WebSocket.",
        429 => "Too many requests, on this connection or on all: wait a second.",
        431 => "The head is too large.",
        500 => "The store or the game's own code has failed.",
        503 => "The server is busy with another one.",
        other => panic!("nobody has said what {other} means"),
    }
}

#[test]
fn the_description_is_made_of_the_routes_and_types() {
    let described = openapi();
    let text = serde_json::to_string_pretty(&described).expect("it is JSON");
    for rest in text.split("#/components/schemas/").skip(1) {
        let name = rest.split('"').next().unwrap_or_default();
        assert!(described["components"]["schemas"][name].is_object(), "there is no type {name}");
    }
    compare("openapi.json", &(text + "\n"));
}

#[test]
fn every_route_of_the_server_is_described_and_no_other() {
    let source = include_str!("../http/mod.rs");
    let mut served: Vec<&str> = source
        .split(".route(\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter(|path| path.starts_with("/api/"))
        .collect();
    let mut described: Vec<&str> = ROUTES.iter().map(|route| route.path).collect();
    served.sort_unstable();
    described.sort_unstable();
    described.dedup();
    assert_eq!(served, described);
}
