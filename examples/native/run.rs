// The same as run.c, from Rust through the C interface.
//
//   mlirlite-compile model.onnx -o libmodel.so
//   rustc run.rs -L. -lmodel && LD_LIBRARY_PATH=. ./run 1 3 224 224
use std::os::raw::{c_int, c_void};

#[repr(C)]
pub struct OMTensor {
    _private: [u8; 0],
}
#[repr(C)]
pub struct OMTensorList {
    _private: [u8; 0],
}
const ONNX_TYPE_FLOAT: c_int = 1;

extern "C" {
    fn omTensorCreate(
        data: *mut c_void,
        shape: *const i64,
        rank: i64,
        dtype: c_int,
    ) -> *mut OMTensor;
    fn omTensorGetDataPtr(tensor: *const OMTensor) -> *const c_void;
    fn omTensorGetNumElems(tensor: *const OMTensor) -> i64;
    fn omTensorListCreate(tensors: *mut *mut OMTensor, n: i64) -> *mut OMTensorList;
    fn omTensorListGetSize(list: *const OMTensorList) -> i64;
    fn omTensorListGetOmtByIndex(list: *const OMTensorList, index: i64) -> *mut OMTensor;
    fn omTensorListDestroy(list: *mut OMTensorList);
    fn run_main_graph(inputs: *mut OMTensorList) -> *mut OMTensorList;
}

/// Owns a list of tensors.
struct List(*mut OMTensorList);

impl Drop for List {
    fn drop(&mut self) {
        unsafe { omTensorListDestroy(self.0) }
    }
}

/// Runs the model on one input; returns the outputs as vectors.
fn run(data: &mut [f32], shape: &[i64]) -> Result<Vec<Vec<f32>>, std::io::Error> {
    unsafe {
        let pointer = data.as_mut_ptr() as *mut c_void;
        let mut input =
            omTensorCreate(pointer, shape.as_ptr(), shape.len() as i64, ONNX_TYPE_FLOAT);
        let inputs = List(omTensorListCreate(&mut input, 1));
        let outputs = List(run_main_graph(inputs.0));
        if outputs.0.is_null() {
            return Err(std::io::Error::last_os_error());
        }
        let mut found = Vec::new();
        for i in 0..omTensorListGetSize(outputs.0) {
            let tensor = omTensorListGetOmtByIndex(outputs.0, i);
            let values = omTensorGetDataPtr(tensor) as *const f32;
            let length = omTensorGetNumElems(tensor) as usize;
            found.push(std::slice::from_raw_parts(values, length).to_vec());
        }
        Ok(found)
    }
}

fn main() {
    let shape: Vec<i64> = std::env::args().skip(1).map(|w| w.parse().unwrap()).collect();
    let size: i64 = shape.iter().product();
    let mut state: u32 = 12345;
    let mut data: Vec<f32> = (0..size)
        .map(|_| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            (state >> 8) as f32 / 16777216.0
        })
        .collect();
    match run(&mut data, &shape) {
        Ok(outputs) => outputs.iter().flatten().for_each(|v| println!("{v}")),
        Err(error) => {
            eprintln!("run_main_graph: {error}");
            std::process::exit(1);
        }
    }
}
