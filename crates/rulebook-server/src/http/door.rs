//! The door: who may ask, how fast, and what every answer says.
//!
//! A page from elsewhere must not reach a studio through the browser of
//! whoever runs it. So the `Host` must be an address of this machine (names
//! can be made to point here, addresses cannot), and an `Origin`, which
//! browsers send with what scripts ask, must be this very host.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use super::pace::Pace;
use super::place::Place;
use crate::matches::Failure;

/// The longest address of a request, in bytes.
const LONGEST: usize = 8 << 10;

/// What the page may do: load from here, and nothing from anywhere else.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      object-src 'none'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Who may ask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Door {
    address: SocketAddr,
}

impl Door {
    /// For a server that listens there.
    pub(crate) fn new(address: SocketAddr) -> Self {
        Door { address }
    }

    fn check(self, uri: &Uri, headers: &HeaderMap) -> Result<(), Failure> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
        // Whoever asks as one asks a proxy names the host twice.
        let is_named = uri.authority().is_none_or(|named| named.as_str() == host);
        if hosts.next().is_some() || !is_named || !self.is_host(host) {
            let message =
                format!("This studio answers only under its own address, http://{}.", self.address);
            return Err(Failure::new(403, "foreign_host", message));
        }
        let own = format!("http://{host}");
        let mut origins = headers.get_all(header::ORIGIN).iter();
        if origins.all(|origin| origin.as_bytes() == own.as_bytes()) {
            return Ok(());
        }
        let message = "This studio answers only its own page, and not one from elsewhere.";
        Err(Failure::new(403, "foreign_origin", message))
    }

    /// Whether that is an address of this server.
    fn is_host(self, host: &str) -> bool {
        if host == format!("localhost:{}", self.address.port()) {
            return true;
        }
        let Ok(asked) = host.parse::<SocketAddr>() else { return false };
        let ip: IpAddr = self.address.ip();
        let is_reached = if ip.is_loopback() {
            asked.ip().is_loopback()
        } else {
            ip.is_unspecified() || asked.ip() == ip
        };
        is_reached && asked.port() == self.address.port()
    }
}

/// Lets a request in, or says why not, and sees every answer out.
pub(super) async fn pass(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let response = match admit(&app, &request) {
        Err(failure) => failure.into_response(),
        Ok(place) => {
            request.extensions_mut().insert(place.clone());
            let answered = tokio::time::timeout(app.patience, next.run(request)).await;
            place.leave();
            answered.unwrap_or_else(|_took_too_long| {
                let message = "The request took too long: ask again.";
                Failure::new(408, "too_slow", message).into_response()
            })
        }
    };
    with_headers(response)
}

/// A place for a request among those that are under way, or why there is none.
fn admit(app: &App, request: &Request) -> Result<Place, Failure> {
    app.door.check(request.uri(), request.headers())?;
    check_length(request.uri())?;
    let pace = request.extensions().get::<Pace>();
    if !pace.is_none_or(Pace::allows) {
        return Err(Failure::too_fast("Too many requests on this connection: wait a second."));
    }
    if !app.pace.allows() {
        return Err(Failure::too_fast("Too many requests at once: wait a second."));
    }
    Place::take(&app.places)
}

fn check_length(uri: &Uri) -> Result<(), Failure> {
    let length = uri.path_and_query().map_or(0, |it| it.as_str().len());
    if length <= LONGEST {
        return Ok(());
    }
    let message = format!("The address of a request has at most {LONGEST} bytes.");
    Err(Failure::new(414, "too_long", message))
}

fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let put = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in put {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(address: &str, host: &str, origin: Option<&str>) -> Result<(), &'static str> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        let door = Door::new(address.parse().unwrap());
        door.check(&Uri::from_static("/api/games"), &headers).map_err(|failure| failure.code)
    }

    #[test]
    fn only_addresses_of_this_machine_are_hosts() {
        let here = "127.0.0.1:4000";
        for host in ["127.0.0.1:4000", "localhost:4000", "[::1]:4000"] {
            assert_eq!(asked(here, host, None), Ok(()), "{host}");
        }
        for host in
            ["example.com:4000", "127.0.0.1", "127.0.0.1:4001", "10.0.0.1:4000", "", "localhost"]
        {
            assert_eq!(asked(here, host, None), Err("foreign_host"), "{host}");
        }
        assert_eq!(asked("0.0.0.0:4000", "10.0.0.1:4000", None), Ok(()));
        assert_eq!(asked("10.0.0.2:4000", "10.0.0.1:4000", None), Err("foreign_host"));
        assert_eq!(asked("0.0.0.0:4000", "evil.example:4000", None), Err("foreign_host"));
    }

    #[test]
    fn a_host_that_is_named_twice_is_the_same() {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("localhost:4000"));
        let door = Door::new("127.0.0.1:4000".parse().unwrap());
        let check = |uri: &'static str, headers: &HeaderMap| {
            door.check(&Uri::from_static(uri), headers).map_err(|failure| failure.code)
        };
        assert_eq!(check("http://localhost:4000/api/games", &headers), Ok(()));
        assert_eq!(check("http://evil.example/api/games", &headers), Err("foreign_host"));
        let own = HeaderValue::from_static("http://localhost:4000");
        headers.append(header::ORIGIN, own);
        assert_eq!(check("/", &headers), Ok(()));
        headers.append(header::ORIGIN, HeaderValue::from_static("http://evil.example"));
        assert_eq!(check("/", &headers), Err("foreign_origin"));
    }

    #[test]
    fn only_the_own_page_is_an_origin() {
        let here = "127.0.0.1:4000";
        assert_eq!(asked(here, "localhost:4000", Some("http://localhost:4000")), Ok(()));
        let foreign =
            ["http://127.0.0.1:4000", "http://evil.example", "null", "https://localhost:4000"];
        for origin in foreign {
            assert_eq!(
                asked(here, "localhost:4000", Some(origin)),
                Err("foreign_origin"),
                "{origin}"
            );
        }
    }
}
