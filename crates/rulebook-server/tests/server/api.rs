//! The OpenAPI description is true: every documented route and status can be
//! had, and what comes back is of the documented type.

use std::net::TcpStream;

use crate::common::{Open, Reply, SIMULATING, ask};
use crate::troubles::Troubles;
use serde_json::{Value, json};

const JSON: (&str, &str) = ("content-type", "application/json");

/// A server, a match with a node, and its record.
struct Scene {
    open: Open,
    id: String,
    record: Vec<u8>,
    troubles: Troubles,
}

fn scene() -> Scene {
    let open = Open::new();
    let id = open.new_match("tic-tac-toe");
    open.play(&id, &["a1"]);
    let record = open.get(&format!("/api/matches/{id}/record")).body;
    Scene { open, id, record, troubles: Troubles::new() }
}

impl Scene {
    /// The path with its parameters filled in.
    fn path(&self, path: &str) -> String {
        let path = path.replace("{id}", &self.id).replace("{node}", "1");
        let path = path.replace("{game}", "tic-tac-toe");
        match path.as_str() {
            path if path.ends_with("/diff") => format!("{path}?from=0&to=1"),
            path if path.ends_with("/coverage") && path.contains("games") => {
                format!("{path}?games=2")
            }
            path => path.to_owned(),
        }
    }

    /// A body that is good.
    fn body(&self, path: &str) -> Value {
        let last = path.rsplit('/').next().unwrap_or_default();
        let id = format!("api-{last}");
        match last {
            "matches" => json!({ "game": "trap" }),
            "why" => json!({ "at": 1, "by": "seat1", "action": "b1" }),
            "actions" => json!({ "id": id, "at": 1, "by": "seat1", "action": "b1" }),
            "answers" => {
                json!({ "id": id, "at": 1, "by": "seat1", "choice": "1-0-0", "option": 0 })
            }
            "withdraw" | "bot" => json!({ "id": id, "at": 1 }),
            other => panic!("nobody knows a body for {other}"),
        }
    }

    fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Reply {
        ask(self.open.address(), &method.to_uppercase(), path, headers, body)
    }

    /// Asks so that this status comes back.
    fn provoke(&self, method: &str, path: &str, status: u16) -> Reply {
        let filled = self.path(path);
        let is_post = method == "post";
        let is_record = path.starts_with("/api/records");
        let good = match (is_post, is_record) {
            (false, _) => None,
            (true, true) => Some(self.record.clone()),
            (true, false) => Some(self.body(path).to_string().into_bytes()),
        };
        let good = good.as_deref();
        let headers: &[(&str, &str)] = if is_post { &[JSON] } else { &[] };
        let join = if filled.contains('?') { '&' } else { '?' };
        match status {
            200 => self.send(method, &filled, headers, good),
            101 => self.connected(&filled),
            304 => self.known(&filled),
            400 if is_record => self.troubles.half_sent(&filled),
            400 if path == "/api/matches" && !is_post => self.open.get("/api/matches?limit=x"),
            400 if is_post => self.send(method, &filled, headers, Some(b"{")),
            400 if path.ends_with("{game}/coverage") => {
                self.open.get("/api/games/chess/coverage?games=x")
            }
            400 => self.send(method, &format!("{filled}{join}viewer=nobody"), headers, None),
            403 => self.send(method, &filled, &[("host", "evil.example")], good),
            404 if path.contains("{game}") => {
                self.send(method, &path.replace("{game}", "bridge"), headers, None)
            }
            404 if path == "/api/matches" && !is_post => self.open.get("/api/matches?before=x"),
            404 if path == "/api/matches" => {
                self.send(method, path, headers, Some(b"{\"game\":\"bridge\"}"))
            }
            404 => self.send(method, &filled.replace(&self.id, "nowhere"), headers, good),
            408 => self.troubles.slow(method, path),
            409 if path.contains("{id}")
                && ["actions", "answers", "withdraw", "bot"]
                    .iter()
                    .any(|last| path.ends_with(last)) =>
            {
                self.closed(path)
            }
            409 => self.troubles.panicking(method, path),
            413 => self.send(method, &filled, headers, Some(&vec![b' '; too_large(path)])),
            414 => {
                self.send(method, &format!("{filled}{join}x={}", "x".repeat(9000)), headers, good)
            }
            415 => self.send(method, &filled, &[("content-type", "text/plain")], good),
            422 if path.ends_with("{game}/coverage") => {
                self.open.get("/api/games/chess/coverage?games=0")
            }
            422 if path.ends_with("/record") => self.unwritable(),
            422 if path == "/api/matches" && !is_post => self.open.get("/api/matches?limit=0"),
            422 if is_post => self.send(method, &filled, headers, Some(b"{}")),
            422 => self.send(method, &format!("{filled}{join}viewer=seat9"), headers, None),
            426 => self.send(method, &filled, &[], None),
            429 => self.troubles.hurried(method, &filled, good),
            500 => self.troubles.damaged(method, path, good),
            503 => self.busy(),
            other => panic!("nobody knows how to get {other} of {method} {path}"),
        }
    }

    /// Asks for what is known already.
    fn known(&self, path: &str) -> Reply {
        let first = self.open.get(path);
        let tag = first.head.lines().find_map(|line| line.strip_prefix("etag: "));
        self.send("get", path, &[("if-none-match", tag.expect("it has a tag"))], None)
    }

    /// Asks a match whose game has panicked where nothing protects it.
    fn closed(&self, path: &str) -> Reply {
        let id = self.open.new_match("trap");
        let fault = self.open.act(&id, "boom", 0, "seat0", "boom");
        assert_eq!(fault["status"], "fault", "{fault}");
        let mut body = self.body(path);
        body["at"] = json!(0);
        self.send("post", &path.replace("{id}", &id), &[JSON], Some(body.to_string().as_bytes()))
    }

    /// Connects to a socket.
    fn connected(&self, path: &str) -> Reply {
        let address = self.open.address();
        let stream = TcpStream::connect(address).unwrap();
        let url = format!("ws://{address}{path}");
        let (_socket, response) = tungstenite::client(url, stream).unwrap();
        Reply { status: response.status().as_u16(), head: String::new(), body: Vec::new() }
    }

    /// Asks for a record of a game without digests.
    fn unwritable(&self) -> Reply {
        let id = self.open.new_match("plain");
        self.open.get(&format!("/api/matches/{id}/record"))
    }

    /// Asks for a batch while another one is played.
    fn busy(&self) -> Reply {
        SIMULATING.close();
        std::thread::scope(|scope| {
            let first = scope.spawn(|| self.open.get("/api/games/plain/coverage?games=3"));
            SIMULATING.wait_for_somebody();
            let second = self.open.get("/api/games/tic-tac-toe/coverage?games=1");
            SIMULATING.open();
            assert_eq!(first.join().expect("it is answered").status, 200);
            second
        })
    }
}

fn too_large(path: &str) -> usize {
    if path.starts_with("/api/records") { (64 << 20) + 1 } else { (1 << 20) + 1 }
}

/// Whether a value is of a schema; where not, what is wrong.
fn check(all: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        let named = &all["components"]["schemas"][name];
        assert!(named.is_object(), "there is no schema {name}");
        return check(all, named, value, at);
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().try_for_each(|part| check(all, part, value, at));
    }
    if let Some(ways) = schema["oneOf"].as_array() {
        let tried: Vec<_> = ways.iter().map(|way| check(all, way, value, at)).collect();
        let fits = tried.iter().any(Result::is_ok);
        return if fits { Ok(()) } else { Err(format!("{at}: none of {tried:?}")) };
    }
    check_type(schema, value, at)?;
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        return Err(format!("{at}: {value} is none of {values:?}"));
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().unwrap_or_default();
        value.get(name).ok_or_else(|| format!("{at}: {name} is missing"))?;
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(value) = value.get(name) {
            check(all, inner, value, &format!("{at}.{name}"))?;
        }
    }
    if let (Some(items), inner) = (value.as_array(), &schema["items"])
        && inner.is_object()
    {
        return items.iter().try_for_each(|item| check(all, inner, item, &format!("{at}[]")));
    }
    Ok(())
}

fn check_type(schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    let is = |name: &&str| match *name {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    if types.iter().any(is) { Ok(()) } else { Err(format!("{at}: {value} is no {types:?}")) }
}

#[test]
fn every_documented_route_gives_every_documented_status_and_type() {
    let scene = scene();
    let described = scene.open.get("/api/openapi.json").good();
    let mut count = 0;
    for (path, methods) in described["paths"].as_object().unwrap() {
        for (method, route) in methods.as_object().unwrap() {
            for (status, response) in route["responses"].as_object().unwrap() {
                let status: u16 = status.parse().unwrap();
                if crate::troubles::is_beyond(method, path, status) {
                    continue;
                }
                let reply = scene.provoke(method, path, status);
                assert_eq!(reply.status, status, "{method} {path}: {:?}", reply.head);
                count += 1;
                let schema = &response["content"]["application/json"]["schema"];
                if schema.is_object() {
                    let fits = check(&described, schema, &reply.json(), "answer");
                    assert_eq!(fits, Ok(()), "{method} {path} {status}");
                }
            }
        }
    }
    assert!(count > 190, "only {count} answers were looked at");
}

#[test]
fn drawings_of_all_kinds_are_of_the_documented_type() {
    let open = Open::new();
    let described = open.get("/api/openapi.json").good();
    let schema = json!({ "$ref": "#/components/schemas/Scene" });
    for game in rulebook_games::games() {
        let id = open.new_match(game.name());
        let drawn = open.get(&format!("/api/matches/{id}/nodes/0")).good();
        assert_eq!(check(&described, &schema, &drawn, game.name()), Ok(()));
    }
}
