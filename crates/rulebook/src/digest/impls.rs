//! `Canonical` for the types of std, as the table in its documentation says.
//! Hash maps, floats and cells are absent on purpose.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::marker::PhantomData;
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;

use super::{Canonical, Digest, Encoder};

impl Canonical for u8 {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        into.u8(*self);
    }

    #[inline]
    fn encode_slice(items: &[Self], into: &mut Encoder) {
        into.bytes(items);
    }
}

/// Integers other than `u8`: written as the unsigned integer of the width that
/// the named method takes. `as` extends the sign, so it is two's complement.
macro_rules! integers {
    ($($integer:ty => $method:ident as $width:ty),+ $(,)?) => {$(
        impl Canonical for $integer {
            #[inline]
            fn encode(&self, into: &mut Encoder) {
                into.$method(*self as $width);
            }
        }
    )+};
}

integers! {
    u16 => u16 as u16,
    u32 => u32 as u32,
    u64 => u64 as u64,
    u128 => u128 as u128,
    usize => u64 as u64,
    i8 => u8 as u8,
    i16 => u16 as u16,
    i32 => u32 as u32,
    i64 => u64 as u64,
    i128 => u128 as u128,
    isize => u64 as u64,
}

macro_rules! nonzero_integers {
    ($($integer:ty)+) => {$(
        impl Canonical for NonZero<$integer> {
            #[inline]
            fn encode(&self, into: &mut Encoder) {
                self.get().encode(into);
            }
        }
    )+};
}

nonzero_integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl Canonical for bool {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        into.u8(u8::from(*self));
    }
}

impl Canonical for char {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        into.u32(u32::from(*self));
    }
}

impl Canonical for str {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        into.len(self.len());
        into.bytes(self.as_bytes());
    }
}

impl Canonical for String {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        self.as_str().encode(into);
    }
}

impl Canonical for Digest {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        into.u64(self.0);
    }
}

impl<T: ?Sized> Canonical for PhantomData<T> {
    #[inline]
    fn encode(&self, _: &mut Encoder) {}
}

impl Canonical for () {
    #[inline]
    fn encode(&self, _: &mut Encoder) {}
}

macro_rules! tuples {
    ($(($($field:ident)+))+) => {$(
        impl<$($field: Canonical),+> Canonical for ($($field,)+) {
            #[inline]
            #[expect(non_snake_case, reason = "the type parameters name the fields too")]
            fn encode(&self, into: &mut Encoder) {
                let ($($field,)+) = self;
                $($field.encode(into);)+
            }
        }
    )+};
}

tuples! {
    (A)
    (A B)
    (A B C)
    (A B C D)
    (A B C D E)
    (A B C D E F)
    (A B C D E F G)
    (A B C D E F G H)
}

impl<T: Canonical, const N: usize> Canonical for [T; N] {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        T::encode_slice(self, into);
    }
}

impl<T: Canonical> Canonical for [T] {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        into.len(self.len());
        T::encode_slice(self, into);
    }
}

impl<T: Canonical> Canonical for Vec<T> {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        self.as_slice().encode(into);
    }
}

impl<T: Canonical> Canonical for VecDeque<T> {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        into.len(self.len());
        let (front, back) = self.as_slices();
        T::encode_slice(front, into);
        T::encode_slice(back, into);
    }
}

impl<T: Canonical> Canonical for BTreeSet<T> {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        into.len(self.len());
        for item in self {
            item.encode(into);
        }
    }
}

impl<K: Canonical, V: Canonical> Canonical for BTreeMap<K, V> {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        into.len(self.len());
        for (key, value) in self {
            key.encode(into);
            value.encode(into);
        }
    }
}

impl<T: Canonical> Canonical for Option<T> {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        match self {
            None => into.u8(0),
            Some(value) => {
                into.u8(1);
                value.encode(into);
            }
        }
    }
}

impl<T: Canonical, E: Canonical> Canonical for Result<T, E> {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        match self {
            Ok(value) => {
                into.u8(0);
                value.encode(into);
            }
            Err(error) => {
                into.u8(1);
                error.encode(into);
            }
        }
    }
}

macro_rules! pointers {
    ($($pointer:ty),+ $(,)?) => {$(
        impl<T: Canonical + ?Sized> Canonical for $pointer {
            #[inline]
            fn encode(&self, into: &mut Encoder) {
                T::encode(self, into);
            }
        }
    )+};
}

pointers!(&T, &mut T, Box<T>, Rc<T>, Arc<T>);

impl<T: Canonical + ToOwned + ?Sized> Canonical for Cow<'_, T> {
    #[inline]
    fn encode(&self, into: &mut Encoder) {
        T::encode(self, into);
    }
}
