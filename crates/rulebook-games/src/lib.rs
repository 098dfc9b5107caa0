//! Placeholder while the engine is being laid.
